FROM python:3.12-slim-bookworm

RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        fonts-dejavu-core libharfbuzz-subset0 libpango-1.0-0 libpangoft2-1.0-0 postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 scrimmage \
    && install -d -o scrimmage -g scrimmage /data /srv/static

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATA_DIR=/data STATIC_ROOT=/srv/static HOST=0.0.0.0 PORT=8000 LOG_FORMAT=json

WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt
COPY . .

USER scrimmage
RUN SECRET_KEY=only-while-building python manage.py collectstatic --no-input --verbosity 0

VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "-c", "python:config.ops.gunicorn_conf", "config.wsgi"]

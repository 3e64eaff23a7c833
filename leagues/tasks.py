"""Thin tasks: one service called. A mail server that is away is asked again a few times."""

from celery import shared_task

from leagues.services import account_mails, jobs

MAIL_ERRORS = (OSError,)


@shared_task(autoretry_for=MAIL_ERRORS, retry_backoff=5, max_retries=5)
def login_link_send(email: str, site: str, next_page: str, language: str) -> None:
    account_mails.login_link_send(email, site, next_page, language)


@shared_task(autoretry_for=MAIL_ERRORS, retry_backoff=5, max_retries=5)
def password_reset_send(email: str, site: str, language: str) -> None:
    account_mails.password_reset_send(email, site, language)


@shared_task(name=jobs.WORK)
def job_work(job_id: int) -> None:
    """A few units of a job; then whatever else waits for this worker has its turn."""
    jobs.job_go_on(job_id=job_id)


@shared_task(name="leagues.tasks.jobs_sweep")
def jobs_sweep() -> None:
    """Jobs that nobody has come on with: the worker died, or the broker was away."""
    for job in jobs.jobs_stuck():
        jobs.job_go_on(job_id=job.pk)

"""Where collected style sheets and scripts are kept."""

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class GzipManifestStorage(CompressedManifestStaticFilesStorage):
    """Named by content and compressed, by gzip alone: Brotli saves little more, and made the first start wait."""

    def create_compressor(self, **options: Any) -> Compressor:
        return Compressor(**options, use_brotli=False)

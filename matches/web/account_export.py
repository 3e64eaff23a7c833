"""The account as a file to take away."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leagues.web.accounts import coach_of
from matches.selectors.accounts import account_export as everything_about


@require_safe
@never_cache
@login_required
def account_export(request: HttpRequest) -> JsonResponse:
    response = JsonResponse(everything_about(coach_of(request)), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="scrimmage-account.json"'
    return response

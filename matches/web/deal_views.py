"""Approving a deal: the one word to a deal that has to wait for matches."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from leagues.models import Coach
from matches.services.deals import deal_approve
from teams.selectors.deals import deal_get
from teams.web.deal_views import deal_written, seen_version


@require_POST
def approve(request: HttpRequest, pk: int) -> HttpResponse:
    coach = request.user
    if not isinstance(coach, Coach):
        return redirect_to_login(reverse("teams:deal", args=[pk]))
    found, seen = deal_get(coach, pk), seen_version(request)
    said = gettext("The deal is made. Both sheets show it.")
    return deal_written(request, pk, lambda: deal_approve(deal=found, seen=seen, actor=coach), said)

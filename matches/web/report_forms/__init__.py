"""The report form: what was typed in, an engine's ``MatchReport`` out. Whether it can be true, the engine says.

A field is named after the place that the engine gives a problem (``home.deeds.p9.touchdown`` is typed into
``home-deeds-p9-touchdown``), so that every refusal finds its field. Nothing that was typed is dropped: a player who may
not appear any more keeps his row and his option, with the reason beside it.

Each part of a report has a room of its own here, which knows three things about it: its fields (``add``), what was
typed into them as the engine has it (``read``), and what somebody would type to say the same (``typed``). ``form`` puts
the rooms together; ``showing`` is what its templates get.
"""

from matches.web.report_forms.form import ReportForm, typed_of

__all__ = ["ReportForm", "typed_of"]

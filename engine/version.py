"""Rises when the same inputs may be decided otherwise. Stored with each revision, so that a difference has a name."""

ENGINE_VERSION = "3"

"""What happened in a match, and why: what choices cost, what luck gave or took. docs/reviews.md tells how."""

from tablee.review.findings import DecisionFinding, Finding, Job, StandingFinding
from tablee.review.match_review import MatchReview, MatchReviewer, review
from tablee.review.review_settings import ReviewError, ReviewSettings, settings_for

__all__ = [
    "DecisionFinding",
    "Finding",
    "Job",
    "MatchReview",
    "MatchReviewer",
    "ReviewError",
    "ReviewSettings",
    "StandingFinding",
    "review",
    "settings_for",
]

"""Questions that readers answer with the figures; every right answer is computed when it is asked for."""

from app.quiz.question import Option, Question, Solution
from app.quiz.questions import QUESTIONS

__all__ = ["QUESTIONS", "Option", "Question", "Solution"]

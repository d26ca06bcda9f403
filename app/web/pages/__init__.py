"""The pages people read: the explainer, its figures, the API's documentation, and the licences."""

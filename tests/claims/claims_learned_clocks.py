"""The measured facts of the table, and other routes to the digits that the text shows.

The facts were measured when the tables were chosen, with singular values instead of a covariance. Counts of
rows and columns are the model card's; RoBERTa's 514 is `max_position_embeddings` of its configuration.
"""

EXPECTED = {
    "learned.rows": 512,
    "learned.columns": 384,
    "learned.roberta_rows": 514,
    "learned.first_norm": 2.36,
    "learned.usual_norm": 0.48,
    "learned.components_share": 93,
    "learned.flat_share": 26,
    "learned.sinusoid_share": 49,
    "learned.r2_1": 0.996,
    "learned.r2_10": 0.85,
    # Least squares of c = 10 columns on n = 255 random rows explain about -c/(n - c - 1) of others.
    "learned.random_r2": -10 / (255 - 10 - 1),
    "learned.least_modulus": 0.997,
    "learned.most_modulus": 1.0,
    "learned.least_radius": 9.78,
    "learned.most_radius": 15.4,
    "learned.neighbour_share": 100 * 511 / 512,
    "learned.random_neighbour_share": 0.6,
    "learned.period_1": 5.9,
    "learned.period_2": 17.1,
    "learned.period_3": 51.8,
    "learned.period_4": 155,
    "learned.period_5": 575,
}

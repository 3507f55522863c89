drop function answer_departure,
  charge_budgets,
  count_queue_weeks,
  count_signups,
  note_review_author,
  note_signups,
  spent_bookings_of,
  spent_budgets_of;

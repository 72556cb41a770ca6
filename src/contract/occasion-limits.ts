/**
 * The day of a person that a rule is about. `first_day` and `last_day` are those of the work; `date` is an own
 * field with a day.
 */
export const occasionKinds = ['birthday', 'anniversary', 'first_day', 'last_day', 'date'] as const

/**
 * When a gift is sent. `on_day`: so many days before or after the day. `in_time`: so early that the parcel
 * arrives by the day, after the usual days of the account's own parcels.
 */
export const timings = ['on_day', 'in_time'] as const

/** The most days between a rule's gift and the day of the person, in either direction. */
export const maxOffsetDays = 60

/**
 * `sent`: the gift exists. `submitted`: it waits in a send that needs approval. `failed`: the send refused it.
 * `skipped`: a user said that the person gets nothing this year. `cancelled`: the person left before the gift was sent.
 */
export const outcomeStates = ['sent', 'submitted', 'failed', 'skipped', 'cancelled'] as const

/** Why a gift that waited was cancelled. */
export const departures = ['contact_deleted', 'after_last_day', 'do_not_gift'] as const

/** The term after which the data of an ended account is deleted, in days. */
export const accountEndDays = { min: 1, max: 365, default: 30 } as const

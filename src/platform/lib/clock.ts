/** Says what time it is. Whoever needs the time is handed a clock, so that tests can hold one. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Returns the current time. Code that needs the time takes a clock, so that tests can control it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

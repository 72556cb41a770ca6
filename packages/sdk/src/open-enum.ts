/** One of these values, or a value of a later version of the service. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>)

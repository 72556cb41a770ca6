/** One of the known values, or a value that a later version of the service has added. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>)

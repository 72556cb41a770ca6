/** Warns once in each process that an API version is deprecated. */
export interface DeprecationWarner {
  warnIfDeprecated(headers: Headers): void
}

const warned = Symbol.for('bestow.sdk.warned')

/**
 * Creates an object that warns about a deprecated API version. Its state is global in the process, so several
 * clients or copies of this package warn only once.
 */
export function createDeprecationWarner(
  version: string,
  warn: (message: string) => void,
): DeprecationWarner {
  return {
    warnIfDeprecated(headers) {
      const deprecatedAt = headers.get('deprecation')
      if (deprecatedAt === null) return
      const processState = globalThis as { [warned]?: Set<string> }
      processState[warned] ??= new Set()
      if (processState[warned].has(version)) return
      processState[warned].add(version)
      const sunset = headers.get('sunset')
      const link = /<([^>]+)>[^,]*rel="?(?:deprecation|sunset)/.exec(headers.get('link') ?? '')?.[1]
      warn(
        `Bestow: version ${version} of the API is deprecated` +
          `${sunset === null ? '' : ` and ends on ${sunset}`}.${link === undefined ? '' : ` See ${link}`}`,
      )
    },
  }
}

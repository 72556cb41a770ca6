/** Says once in a process that a version of the API is ending. */
export interface Ageing {
  notice(headers: Headers): void
}

const warned = Symbol.for('bestow.sdk.warned')

/**
 * Once in a process, whatever the number of clients or copies of this package: the note of what was
 * said is kept where all of them find it.
 */
export function createAgeing(version: string, warn: (message: string) => void): Ageing {
  return {
    notice(headers) {
      const since = headers.get('deprecation')
      if (since === null) return
      const all = globalThis as { [warned]?: Set<string> }
      all[warned] ??= new Set()
      if (all[warned].has(version)) return
      all[warned].add(version)
      const until = headers.get('sunset')
      const link = /<([^>]+)>[^,]*rel="?(?:deprecation|sunset)/.exec(headers.get('link') ?? '')?.[1]
      warn(
        `Bestow: version ${version} of the API is deprecated` +
          `${until === null ? '' : ` and ends on ${until}`}.${link === undefined ? '' : ` See ${link}`}`,
      )
    },
  }
}

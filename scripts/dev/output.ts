import pc from 'picocolors'
import { formatForTerminal } from '#platform/observability/log-terminal'

export interface Output {
  /** Prints a line of the development server itself. */
  print: (line: string) => void
  /** Returns a function that prints the lines of one run of the service. */
  forServiceRun: () => (line: string) => void
}

const bannerStart = /Bestow\S* is ready\./

/**
 * Creates the output of the development server on the terminal. Converts the log entries of the service from
 * JSON to readable lines. Prints the startup banner at the first start only: later starts leave out the lines
 * that the first banner already had.
 */
export function createOutput(write = (text: string) => process.stdout.write(text)): Output {
  const banner = new Set<string>()
  let runs = 0
  return {
    print: (line) => {
      write(`${pc.dim(new Date().toISOString().slice(11, 19))} ${pc.magenta('dev')} ${line}\n`)
    },
    forServiceRun() {
      const isFirst = runs++ === 0
      let isInBanner = false
      return (line) => {
        if (line.startsWith('{')) {
          isInBanner = false
          write(formatForTerminal(line))
          return
        }
        isInBanner ||= bannerStart.test(line)
        if (isInBanner && isFirst) banner.add(line)
        if (isInBanner && !isFirst && (banner.has(line) || bannerStart.test(line))) return
        write(`${line}\n`)
      }
    },
  }
}

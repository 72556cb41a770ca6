import pc from 'picocolors'

/** Prints steps with their durations. */
export interface StepPrinter {
  /** Completes the line of the step before, and names the next step before it runs. */
  start(step: string): void
  /** Completes the line of the last step. */
  finish(): void
  /** Ends the line of a step that failed. */
  fail(): void
}

interface TextOutput {
  isTTY?: boolean
  write(text: string): unknown
}

const clearLine = '\r\x1b[K'

/**
 * Creates a printer that shows a step as one line. A terminal shows the line while the step runs; other outputs get it
 * at the end of the step.
 */
export function createStepPrinter(output: TextOutput = process.stdout): StepPrinter {
  let running: { step: string; startedAt: number } | undefined
  const end = (format: (step: string, ms: number) => string) => {
    if (running === undefined) return
    const line = format(running.step, performance.now() - running.startedAt)
    output.write(`${output.isTTY ? clearLine : ''}${line}\n`)
    running = undefined
  }
  const finish = () =>
    end(
      (step, ms) => `${pc.green('✔')} ${step.padEnd(44)} ${pc.dim(formatSeconds(ms).padStart(7))}`,
    )
  return {
    start(step) {
      finish()
      running = { step, startedAt: performance.now() }
      if (output.isTTY) output.write(`${pc.dim('…')} ${step}`)
    },
    finish,
    fail: () => end((step) => `${pc.red('✖')} ${step}`),
  }
}

export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

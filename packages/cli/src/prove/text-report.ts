import pc from 'picocolors'
import { replaceControlChars } from '../print.ts'
import type { CheckResult, Proof } from '../sdk-prove.ts'
import { type Outcome, summarize } from './summary.ts'

const width = 80

const marks: Readonly<Record<Outcome, () => string>> = {
  passed: () => pc.green('✔'),
  failed: () => pc.red('✖'),
  warning: () => pc.yellow('!'),
  skipped: () => pc.dim('-'),
}

/**
 * Renders a report for a terminal: one line for each check, and below them each defect with its reason and
 * its fix. The lines of defects have at most 80 columns.
 */
export function renderTextReport(url: string, proof: Proof): string {
  const defects = proof.results.filter(
    ({ outcome }) => outcome === 'failed' || outcome === 'warning',
  )
  return [
    pc.bold(`Proof of ${url}`),
    '',
    ...proof.results.map(renderLine),
    ...defects.flatMap(renderDefect),
    '',
    (proof.passed ? pc.green : pc.red)(summarize(proof)),
  ].join('\n')
}

const renderLine = ({ outcome, title, detail }: CheckResult): string =>
  outcome === 'skipped'
    ? pc.dim(`- ${title}\n  skipped: ${detail}`)
    : `${marks[outcome]()} ${title}`

const renderDefect = ({ outcome, title, id, detail, why, fix }: CheckResult): string[] => [
  '',
  `${marks[outcome]()} ${pc.bold(title)} ${pc.dim(id)}`,
  ...wrap('Seen', replaceControlChars(detail ?? '')),
  ...wrap('Why', why),
  ...wrap('Fix', fix),
]

/** Wraps a text into lines that are aligned next to a label. */
function wrap(label: string, text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 9 > width) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  lines.push(line)
  return lines.map((each, index) => `  ${pc.dim((index === 0 ? label : '').padEnd(5))} ${each}`)
}

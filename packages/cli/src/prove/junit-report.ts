import type { CheckResult, Proof } from '../sdk-prove.ts'
import { countOutcomes } from './summary.ts'

/**
 * Renders a JUnit XML document with one test case for each check. A warning does not count as a failure; it
 * appears in the output of its test case.
 */
export function renderJunitReport(url: string, proof: Proof): string {
  const { failed, skipped } = countOutcomes(proof)
  const counts = `tests="${proof.results.length}" failures="${failed}" errors="0" skipped="${skipped}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts} time="${proof.ms / 1000}">`,
    `  <testsuite name="${escapeXml(`bestow prove ${url}`)}" ${counts} time="${proof.ms / 1000}">`,
    ...proof.results.map(renderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function renderCase(result: CheckResult): string {
  const { id, title, ms } = result
  const open = `    <testcase classname="${id}" name="${escapeXml(title)}" time="${ms / 1000}"`
  const content = renderContent(result)
  return content === '' ? `${open}/>` : `${open}>${content}</testcase>`
}

function renderContent({ outcome, detail, why, fix }: CheckResult): string {
  const message = escapeXml(detail ?? '')
  const explanation = escapeXml(`${detail}\n${why}\n${fix}`)
  if (outcome === 'failed') return `<failure message="${message}">${explanation}</failure>`
  if (outcome === 'skipped') return `<skipped message="${message}"/>`
  return outcome === 'warning' ? `<system-out>${explanation}</system-out>` : ''
}

/** Escapes text for XML, and replaces the characters that XML 1.0 forbids. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

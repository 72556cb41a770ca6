import type { CheckResult, Proof } from '../sdk-prove.ts'
import { type Outcome, outcomes, summarize } from './summary.ts'

const labels: Readonly<Record<Outcome, string>> = {
  failed: 'Failed',
  warning: 'Warning',
  passed: 'Passed',
  skipped: 'Skipped',
}

/** Renders the report as a page without scripts and without other files. The page lists the defects first. */
export function renderHtmlReport(url: string, proof: Proof): string {
  const sorted = outcomes.flatMap((outcome) =>
    proof.results.filter((each) => each.outcome === outcome),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${proof.passed ? 'Passed' : 'Failed'}: proof of ${escapeHtml(url)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Proof of a receiver</h1>
<p class="url"><code>${escapeHtml(url)}</code></p>
<p class="summary ${proof.passed ? 'passed' : 'failed'}">${escapeHtml(summarize(proof))}</p>
<ol>
${sorted.map(renderItem).join('\n')}
</ol>
</main>
</body>
</html>
`
}

const renderItem = (result: CheckResult): string => `<li class="${result.outcome}">
<h2><span class="outcome">${labels[result.outcome]}</span> ${escapeHtml(result.title)}</h2>
${renderDetails(result)}</li>`

function renderDetails({ outcome, id, detail, why, fix }: CheckResult): string {
  if (outcome === 'passed') return ''
  if (outcome === 'skipped') return `<p>${escapeHtml(detail ?? '')}</p>\n`
  return `<dl>
<dt>Seen</dt><dd>${escapeHtml(detail ?? '')}</dd>
<dt>Why</dt><dd>${escapeHtml(why)}</dd>
<dt>Fix</dt><dd>${renderCode(fix)}</dd>
<dt>Check</dt><dd><code>${id}</code></dd>
</dl>
`
}

/** Renders text as HTML. Text between backquotes becomes code. */
const renderCode = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const style = `
:root { --ink: #1f1a24; --soft: #655d6e; --page: #faf8fb; --card: #fff; --line: #e4dfe8; --bad: #b3261e; --warn: #8a5a00; --good: #1b6e3c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0ecf3; --soft: #b3a9bd; --page: #17131b; --card: #211c27; --line: #3a3342; --bad: #ff8a80; --warn: #f2b84b; --good: #7ad6a0 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { font-size: 1.5rem; margin: 0 }
.url { margin: .25rem 0 1rem; overflow-wrap: anywhere }
.summary { font-weight: 600 }
.failed .outcome, .summary.failed { color: var(--bad) }
.warning .outcome { color: var(--warn) }
.passed .outcome, .summary.passed { color: var(--good) }
.skipped .outcome { color: var(--soft) }
ol { list-style: none; padding: 0; margin: 0; border: 1px solid var(--line); border-radius: .5rem; background: var(--card) }
li { padding: .75rem 1rem }
li + li { border-top: 1px solid var(--line) }
h2 { font-size: 1rem; font-weight: 500; margin: 0; display: flex; gap: .75rem }
.outcome { flex: 0 0 4.25rem; font-weight: 600 }
dl, li > p { margin: .5rem 0 0 }
dl { display: grid; grid-template-columns: 4.25rem 1fr; gap: .25rem .75rem }
dt, li > p { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
code { font: .9em ui-monospace, monospace }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr } dt { margin-top: .25rem } }
`

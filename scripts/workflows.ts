import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import { root } from './steps.ts'

/*
 * Checks the workflows of GitHub with GitHub's own language service: members, values, permissions and expressions. It also
 * checks that each action is pinned to a commit, and that each `npm run` names a script of package.json.
 */

// The language service imports JSON files without the attribute that Node.js requires.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { validate } = await import('@actions/languageservice')

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

interface Workflow {
  jobs: Record<string, { steps: { uses?: string; run?: string }[] }>
}

function findOwnProblems(text: string): string[] {
  const steps = Object.values((parse(text) as Workflow).jobs).flatMap((job) => job.steps)
  const unpinned = steps.flatMap(({ uses }) =>
    uses === undefined || /@[0-9a-f]{40}$/.test(uses) ? [] : [`${uses} names no commit`],
  )
  const unknown = [...text.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name = '']) =>
    name in scripts ? [] : [`package.json has no script ${name}`],
  )
  return [...unpinned, ...unknown]
}

const problems = await Promise.all(
  globSync('.github/workflows/*.yml', { cwd: root }).map(async (path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const found = await validate(TextDocument.create(`file:///${path}`, 'yaml', 1, text))
    return [
      ...found.map(({ range, message }) => `${path}:${range.start.line + 1} ${message}`),
      ...findOwnProblems(text).map((message) => `${path}: ${message}`),
    ]
  }),
)
if (problems.length === 0) console.error('There are no workflows.')
for (const problem of problems.flat()) console.error(problem)
process.exitCode = problems.length === 0 || problems.flat().length > 0 ? 1 : 0

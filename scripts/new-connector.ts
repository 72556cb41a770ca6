import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'

/*
 * `npm run new-connector -- acme-post "Acme Post"`: creates packages/connectors/acme-post from the example, with its
 * conformance test, and adds it to src/app/connectors.ts. docs/connectors/carriers.md describes what to change then.
 */

const [kind = '', title = ''] = process.argv.slice(2)
const example = join(root, 'scripts/new-connector/example-post')
const folder = join(root, 'packages/connectors', kind)

const problem = findProblem()
if (problem === undefined) create()
else {
  console.error(`${problem}\nUsage: npm run new-connector -- acme-post "Acme Post"`)
  process.exitCode = 1
}

function findProblem(): string | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kind) || kind.length > 50)
    return 'The kind must be lower-case letters, digits and single hyphens.'
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .&-]{0,60}$/u.test(title))
    return 'The title must be the name of the service.'
  return existsSync(folder) ? `packages/connectors/${kind} exists already.` : undefined
}

function create(): void {
  const pascal = kind.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const camel = `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`
  const adapt = (text: string) =>
    text
      .replaceAll('example-post', kind)
      .replaceAll('ExamplePost', pascal)
      .replaceAll('examplePost', camel)
      .replaceAll('Example Post', title)
  mkdirSync(folder)
  for (const file of readdirSync(example))
    writeFileSync(join(folder, adapt(file)), adapt(readFileSync(join(example, file), 'utf8')))
  const list = join(root, 'src/app/connectors.ts')
  const text = readFileSync(list, 'utf8')
  writeFileSync(
    list,
    `import { ${camel} } from '#connectors/${kind}'\n${text.replace(/connectors = \[/, `$&${camel}, `)}`,
  )
  console.log(
    `Created packages/connectors/${kind}. Run its test:\n  npm run fix && npm test -- packages/connectors/${kind}`,
  )
}

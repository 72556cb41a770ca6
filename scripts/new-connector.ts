import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './steps.ts'

/*
 * `npm run new-connector -- acme-post "Acme Post"`: creates packages/connectors/acme-post from the example of a port,
 * with its conformance test, and adds it to src/app/connectors.ts. The documents in docs/connectors describe what to
 * change then.
 *
 *   --port carrier   carriers, the default
 *   --port text      senders of text messages
 *   --port chat      chats
 */

const examples = {
  carrier: ['example-post', 'Example Post', 'carriers.md'],
  text: ['example-text', 'Example Text', 'text-senders.md'],
  chat: ['example-chat', 'Example Chat', 'chats.md'],
} as const

type Port = keyof typeof examples

const usage = `Usage: npm run new-connector -- [--port ${Object.keys(examples).join('|')}] acme-post "Acme Post"`

try {
  const { values, positionals } = parseArgs({
    options: { port: { type: 'string', default: 'carrier' } },
    allowPositionals: true,
  })
  const [kind = '', title = '', ...rest] = positionals
  if (!isPort(values.port)) fail(`There is no example of the port ${values.port}.`)
  if (rest.length > 0) fail('Put the title in quotation marks.')
  checkNames(kind, title)
  create(values.port, kind, title)
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
  process.exitCode = 1
}

function isPort(name: string): name is Port {
  return Object.hasOwn(examples, name)
}

function fail(problem: string): never {
  throw new Error(problem)
}

function checkNames(kind: string, title: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kind) || kind.length > 50)
    fail('The kind must be lower-case letters, digits and single hyphens.')
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .&-]{0,60}$/u.test(title))
    fail('The title must be the name of the service.')
  if (existsSync(join(root, 'packages/connectors', kind)))
    fail(`packages/connectors/${kind} exists already.`)
}

function create(port: Port, kind: string, title: string): void {
  const [exampleKind, exampleTitle, guide] = examples[port]
  const example = join(root, 'scripts/new-connector', port)
  const folder = join(root, 'packages/connectors', kind)
  const adapt = (text: string) =>
    text
      .replaceAll(exampleKind, kind)
      .replaceAll(toPascalCase(exampleKind), toPascalCase(kind))
      .replaceAll(toCamelCase(exampleKind), toCamelCase(kind))
      .replaceAll(exampleTitle, title)
  mkdirSync(folder)
  for (const file of readdirSync(example))
    writeFileSync(join(folder, adapt(file)), adapt(readFileSync(join(example, file), 'utf8')))
  const list = join(root, 'src/app/connectors.ts')
  const name = toCamelCase(kind)
  const text = readFileSync(list, 'utf8').replace(/connectors = \[/, `$&${name}, `)
  writeFileSync(list, `import { ${name} } from '#connectors/${kind}'\n${text}`)
  console.log(
    `Created packages/connectors/${kind}. Run its test:\n  npm run fix && npm test -- packages/connectors/${kind}\n\ndocs/connectors/${guide} describes what it must do.`,
  )
}

function toPascalCase(kind: string): string {
  return kind.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function toCamelCase(kind: string): string {
  const pascal = toPascalCase(kind)
  return `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`
}

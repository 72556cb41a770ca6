import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Command } from '@commander-js/extra-typings'
import { createProgram } from '#cli/program'
import { root } from '#scripts/steps'
import { createMcpTestApp } from '#test/mcp-harness'

/* The test that the docs of the CLI and MCP are complete and correct. */

const text = readFileSync(join(root, 'docs/cli.md'), 'utf8')
const program = createProgram({ env: {}, out: () => {}, err: () => {}, isJson: false })

const commandPaths = (command: Command, path = 'bestow'): Map<string, Command> =>
  new Map(
    (command.commands as Command[]).flatMap((each) => {
      const at = `${path} ${each.name()}`
      return each.commands.length === 0 ? [[at, each] as const] : [...commandPaths(each, at)]
    }),
  )

const all = commandPaths(program)

it('the table lists every command', () => {
  const table = [...text.matchAll(/^\| `(bestow [^`]+)` \|/gm)].map(([, name = '']) => name)
  assert.deepEqual(table.sort(), [...all.keys()].sort())
})

it('each line of the samples is a command with existing options', () => {
  const samples = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => line.startsWith('bestow ')),
  )
  assert.ok(samples.length > 20)
  for (const line of samples) {
    const name = [...all.keys()]
      .filter((each) => `${line} `.replace(/\s+/g, ' ').startsWith(`${each} `))
      .sort((a, b) => b.length - a.length)[0]
    assert.ok(name !== undefined, line)
    const known = all.get(name)?.options.map(({ long }) => long) ?? []
    for (const [, option = ''] of line.matchAll(/ (--[a-z-]+)/g))
      assert.ok(known.includes(option), `${name} has no ${option}`)
  }
})

it('the page about MCP lists every tool', async () => {
  const { testApp, connectClient } = await createMcpTestApp()
  const { tools } = await (await connectClient(testApp.token)).listTools()
  const page = readFileSync(join(root, 'docs/mcp.md'), 'utf8')
  const table = [...page.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name = '']) => name)
  assert.deepEqual(table.sort(), tools.map(({ name }) => name).sort())
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Command } from '@commander-js/extra-typings'
import { createProgram } from '#app/cli/program'
import { root } from '#scripts/steps'

const leafCommands = (command: Command, prefix: string[] = []): string[][] =>
  command.commands.length === 0
    ? [[...prefix, command.name()]]
    : command.commands.flatMap((subcommand) =>
        leafCommands(subcommand as Command, [...prefix, command.name()]),
      )

it('the guides mention every operator command', async () => {
  const text = ['operations', 'fulfilment', 'mail', 'oauth', 'mcp', 'privacy', 'cli']
    .map((name) => readFileSync(join(root, `docs/${name}.md`), 'utf8'))
    .join('\n')
    // `endpoints disable\\|enable --id` names two commands
    .replace(/`(\w[\w-]*) ([\w-]+(?:\\\|[\w-]+)+)/g, (_all, group: string, names: string) =>
      names
        .split('\\|')
        .map((name) => `${group} ${name}`)
        .join(' '),
    )
  const program = await createProgram({ env: {}, isJson: false, out: () => {}, err: () => {} })
  const missing = leafCommands(program as unknown as Command)
    .map(([, ...names]) => names.join(' '))
    .filter((name) => !text.includes(name))
  assert.deepEqual(missing, [])
})

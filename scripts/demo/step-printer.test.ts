import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { createStepPrinter } from './step-printer.ts'

function record(isTTY: boolean) {
  let text = ''
  const steps = createStepPrinter({
    isTTY,
    write: (more) => {
      text += more
    },
  })
  return { steps, shown: () => stripVTControlCharacters(text) }
}

it('a terminal shows the name of a step before it runs, and completes the same line', () => {
  const { steps, shown } = record(true)
  steps.start('pack')
  assert.equal(shown(), '… pack')
  steps.start('install')
  assert.match(shown(), /^… pack\r✔ pack +\d+\.\d s\n… install$/)
  steps.fail()
  assert.match(shown(), /\r✖ install\n$/)
  steps.finish()
  assert.match(shown(), /\r✖ install\n$/)
})

it('another output gets one line for each step', () => {
  const { steps, shown } = record(false)
  steps.start('pack')
  steps.finish()
  assert.match(shown(), /^✔ pack +\d+\.\d s\n$/)
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shareQuestions } from './ask.ts'

it('puts one question for all who come at once, and one for all who come meanwhile', async () => {
  const questions: number[][] = []
  const gate = Promise.withResolvers<void>()
  const ask = shareQuestions(async (keys: readonly number[]) => {
    questions.push([...keys])
    if (questions.length === 1) await gate.promise
    return keys.map((key) => key * 10)
  })
  const first = ask(1)
  while (questions.length === 0) await new Promise(setImmediate)
  const others = [ask(2), ask(3), ask(2)]
  gate.resolve()
  assert.equal(await first, 10)
  assert.deepEqual(await Promise.all(others), [20, 30, 20])
  assert.deepEqual(questions, [[1], [2, 3, 2]])
})

it('never answers from a question that is older than whoever asks', async () => {
  let truth = 'valid'
  const ask = shareQuestions(async (keys: readonly string[]) => {
    const seen = truth
    await new Promise(setImmediate)
    return keys.map(() => seen)
  })
  const before = ask('token')
  await new Promise(setImmediate)
  truth = 'expired'
  assert.equal(await ask('token'), 'expired')
  assert.equal(await before, 'valid')
})

it('fails those who waited behind a question that failed, without another', async () => {
  const gate = Promise.withResolvers<never>()
  let questions = 0
  const ask = shareQuestions((_keys: readonly string[]) => {
    questions += 1
    return gate.promise
  })
  const first = assert.rejects(ask('a'), /away/)
  while (questions === 0) await new Promise(setImmediate)
  const second = assert.rejects(ask('b'), /away/)
  gate.reject(new Error('away'))
  await Promise.all([first, second])
  assert.equal(questions, 1)
})

it('fails nobody who comes after a question that failed', async () => {
  let isAway = true
  const ask = shareQuestions(async (keys: readonly string[]) => {
    if (isAway) throw new Error('away')
    return keys
  })
  await assert.rejects(ask('a'), /away/)
  isAway = false
  assert.equal(await ask('b'), 'b')
})

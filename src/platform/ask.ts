interface Waiting<Key, Answer> {
  key: Key
  answer: (answer: Answer) => void
  fail: (error: unknown) => void
}

/**
 * Lets all who ask while a question is under way share the next one. Nothing is remembered: nobody
 * gets an answer from a question that was put before they asked, and under load one question
 * serves many.
 *
 * @param ask  puts one question for all these keys; its answers come in their order
 */
export function shareQuestions<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  let waiting: Waiting<Key, Answer>[] = []
  let isAsking = false

  async function askOnce(): Promise<void> {
    await new Promise(setImmediate) // whoever came with the same turn of the event loop comes along
    const asked = waiting
    waiting = []
    try {
      const answers = await ask(asked.map(({ key }) => key))
      for (const [place, { answer }] of asked.entries()) answer(answers[place] as Answer)
    } catch (error) {
      // Who came meanwhile would hear the same, and only after another time-out.
      for (const { fail } of [...asked, ...waiting]) fail(error)
      waiting = []
    }
  }

  async function askWhileAnyoneWaits(): Promise<void> {
    isAsking = true
    while (waiting.length > 0) await askOnce()
    isAsking = false
  }

  return (key) =>
    new Promise((answer, fail) => {
      waiting.push({ key, answer, fail })
      if (!isAsking) void askWhileAnyoneWaits()
    })
}

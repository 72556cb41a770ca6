import { Toned } from '#web/blocks/tone.tsx'
import { stateWords } from './words.ts'

/** Where a gift rests, in a word. */
export function State({ state }: { state: string }) {
  const { label, tone } = stateWords(state)
  return <Toned tone={tone}>{label}</Toned>
}

import './gifts.css'
import { stateWords } from './words.ts'

/** Where a gift rests, in a word; the colour only helps. */
export function State({ state }: { state: string }) {
  const { label, tone } = stateWords(state)
  return (
    <span className="state" data-tone={tone}>
      {label}
    </span>
  )
}

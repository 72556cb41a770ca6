import { useLocalStorage } from '@mantine/hooks'

/* Short tones. Packers look at the box and not at the screen, so the station also informs them with sound. */

let context: AudioContext | undefined

function playTone(frequency: number, durationMs: number, type: OscillatorType, delayMs = 0): void {
  context ??= new AudioContext()
  const start = context.currentTime + delayMs / 1000
  const oscillator = context.createOscillator()
  const volume = context.createGain()
  oscillator.type = type
  oscillator.frequency.value = frequency
  volume.gain.setValueAtTime(0.15, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + durationMs / 1000)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + durationMs / 1000)
}

const tones = {
  ok: () => playTone(880, 120, 'sine'),
  done: () => {
    playTone(660, 120, 'sine')
    playTone(990, 200, 'sine', 120)
  },
  error: () => {
    playTone(180, 220, 'square')
    playTone(140, 380, 'square', 240)
  },
} as const

export type Tone = keyof typeof tones

/** Returns the sound setting of this browser, and a function that plays a tone if sound is on. */
export function useTones() {
  const [isOn, setOn] = useLocalStorage({ key: 'bestow.packing.sound', defaultValue: true })
  const play = (tone: Tone) => {
    if (!isOn || typeof AudioContext === 'undefined') return
    tones[tone]()
  }
  return { isOn, toggle: () => setOn(!isOn), play }
}

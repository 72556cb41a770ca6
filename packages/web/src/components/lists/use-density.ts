import { useLocalStorage } from '@mantine/hooks'

const densities = ['comfortable', 'compact'] as const
/** The height of the rows in all lists. This browser stores the choice. */
export type Density = (typeof densities)[number]

export function useDensity() {
  const [stored, set] = useLocalStorage<string>({
    key: 'density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: String,
  })
  const density: Density = densities.find((each) => each === stored) ?? 'comfortable'
  return { density, set: (next: Density) => set(next) }
}

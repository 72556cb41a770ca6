import type { Service } from './service.ts'

const wanted = ['unsettled', 'stale', 'swept'] as const
type Figures = Record<(typeof wanted)[number], number>

/** What one process says of its deliveries, as the operator's machines read it. */
export async function figuresOf({ base }: Service): Promise<Figures> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const read = (name: string) =>
    Number(new RegExp(`^bestow_deliveries_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return Object.fromEntries(wanted.map((name) => [name, read(name)])) as Figures
}

import * as catalogue from '#catalogue'
import * as contacts from '#contacts'
import * as fulfilment from '#fulfilment'
import type { TxContext } from '#platform/postgres/database'
import type { PlanFacts } from './plan.ts'
import { defaultParcelDays, type RuleTerms } from './tables.ts'

const pageSize = 1_000

/** Reads all contacts of the account, a page at a time, in the order of their ids. */
export async function* contactPages(ctx: TxContext): AsyncGenerator<contacts.Contact[]> {
  for (let after: string | undefined; ; ) {
    const page = await contacts.listContacts(ctx, after, pageSize)
    if (page.length > 0) yield page
    after = page.at(-1)?.id
    if (page.length < pageSize) return
  }
}

/** How long the parcels of the account take to a country. */
export interface ParcelDays {
  country: string
  days: number
  /** False if there are too few parcels to say: `days` is then a default. */
  is_measured: boolean
}

export interface LoadedFacts extends PlanFacts {
  /** Reads what the plan of these contacts needs. */
  prepare: (people: readonly contacts.Contact[]) => Promise<void>
  measured: () => ParcelDays[]
}

/** Prepares the facts for the plan of a rule. */
export async function loadFacts(ctx: TxContext, terms: RuleTerms): Promise<LoadedFacts> {
  const wanted = new Set(terms.group_ids)
  const groups = wanted.size === 0 ? [] : await contacts.listGroups(ctx)
  const byCountry = new Map<string, ParcelDays>()
  return {
    from_country: terms.timing === 'on_day' ? null : await findFromCountry(ctx),
    groups: new Set(groups.flatMap(({ id, name }) => (wanted.has(id) ? [name] : []))),
    parcelDays: (country) =>
      terms.timing === 'on_day' ? 0 : (byCountry.get(country ?? '')?.days ?? defaultParcelDays),
    async prepare(people) {
      if (terms.timing === 'on_day') return
      for (const country of new Set(people.flatMap((each) => each.country ?? []))) {
        if (byCountry.has(country)) continue
        const days = await fulfilment.usualParcelDays(ctx, country)
        byCountry.set(country, {
          country,
          days: days ?? defaultParcelDays,
          is_measured: days !== undefined,
        })
      }
    },
    measured: () => [...byCountry.values()],
  }
}

/** Returns the country of the warehouses; null if they are in several, so that no one knows which one sends a gift. */
async function findFromCountry(ctx: TxContext): Promise<string | null> {
  const warehouses = await catalogue.listWarehouses(ctx)
  const [first, second] = new Set(warehouses.map(({ country }) => country))
  return second === undefined ? (first ?? null) : null
}

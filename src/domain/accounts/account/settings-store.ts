import type { TxContext } from '#platform/postgres/database'
import type { Brand, Settings } from './tables.ts'

type SettingsRow = Omit<Settings, 'address_retention_days'> & {
  address_retention_days: number | null
}

export const find = (ctx: TxContext): Promise<SettingsRow | undefined> =>
  ctx.queryFirst<SettingsRow>(
    `select a.name, s.brand_color, s.logo_url, s.sender_name, s.catalogue_language, s.tone,
            s.address_retention_days, s.updated_at
       from access.account a left join access.settings s on s.account_id = a.id
      where a.id = $1`,
    [ctx.account_id],
  )

/** Returns the branding of several accounts, as far as the transaction can read them. */
export const findBrands = (ctx: TxContext, account_ids: readonly string[]): Promise<Brand[]> =>
  ctx.query<Brand>(
    `select a.id as account_id, a.name, s.brand_color, s.logo_url, s.sender_name, s.tone
       from access.account a left join access.settings s on s.account_id = a.id
      where a.id = any($1)`,
    [account_ids],
  )

export const lockAccount = (ctx: TxContext): Promise<object[]> =>
  ctx.query('select 1 from access.account where id = $1 for no key update', [ctx.account_id])

export async function upsert(ctx: TxContext, settings: Settings): Promise<void> {
  ctx.enqueue('update access.account set name = $2 where id = $1', [ctx.account_id, settings.name])
  await ctx.query(
    `insert into access.settings (account_id, brand_color, logo_url, sender_name,
                                  address_retention_days, updated_at, catalogue_language, tone)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (account_id) do update
        set brand_color = excluded.brand_color, logo_url = excluded.logo_url,
            sender_name = excluded.sender_name, updated_at = excluded.updated_at,
            address_retention_days = excluded.address_retention_days,
            catalogue_language = excluded.catalogue_language, tone = excluded.tone`,
    [
      ctx.account_id,
      settings.brand_color,
      settings.logo_url,
      settings.sender_name,
      settings.address_retention_days,
      settings.updated_at,
      settings.catalogue_language,
      settings.tone,
    ],
  )
}

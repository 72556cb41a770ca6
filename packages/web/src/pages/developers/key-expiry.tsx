import { Select, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ApiKey } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/developers.ts'

const dayMs = 86_400_000
const soonDays = 7

type KeyState = 'active' | 'expires_soon' | 'expired' | 'revoked'

function keyStateOf(
  { expires_at, expired_at }: Pick<ApiKey, 'expires_at' | 'expired_at'>,
  now = Date.now(),
): KeyState {
  if (expired_at !== null) return 'revoked'
  if (expires_at === null) return 'active'
  const leftMs = new Date(expires_at).getTime() - now
  if (leftMs <= 0) return 'expired'
  return leftMs <= soonDays * dayMs ? 'expires_soon' : 'active'
}

/** Returns whether the service accepts requests with the key. */
export const isUsable = (key: ApiKey): boolean => !['expired', 'revoked'].includes(keyStateOf(key))

const tones = { active: 'good', expires_soon: 'wait', expired: 'bad', revoked: 'end' } as const

/** A badge with the state of a key, and with the time when the key ends or has ended. */
export function KeyStateBadge({ apiKey: key }: { apiKey: ApiKey }) {
  const state = keyStateOf(key)
  const time = state === 'revoked' ? key.expired_at : key.expires_at
  return (
    <StatusBadge tone={tones[state]}>
      {time === null ? (
        t('Active|key')
      ) : (
        <span>
          <Trans
            text={
              state === 'revoked'
                ? 'Revoked {time}'
                : state === 'expired'
                  ? 'Expired {time}'
                  : 'Expires {time}'
            }
            time={<RelativeTime at={time} />}
          />
        </span>
      )}
    </StatusBadge>
  )
}

export interface ExpiryFormValues extends Record<string, unknown> {
  lifetime: '30' | '90' | '365' | 'date' | 'never'
  /** The last day of the key. Empty unless `lifetime` is `date`. */
  expires_at: string
}

export const initialExpiry: ExpiryFormValues = { lifetime: 'never', expires_at: '' }

const lifetimeOptions = [
  { value: 'never', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
  { value: 'date', label: t('On a date…') },
]

/**
 * Computes the expiry of a new key. For a chosen day, it is the end of that day in the user's time zone. For
 * a number of days, the key expires after that time.
 */
export function toExpiry({ lifetime, expires_at }: ExpiryFormValues): string | null {
  if (lifetime === 'never') return null
  if (lifetime !== 'date') return new Date(Date.now() + Number(lifetime) * dayMs).toISOString()
  const end = new Date(`${expires_at}T23:59:59`)
  return Number.isNaN(end.getTime()) ? '' : end.toISOString()
}

/** Computes the expiry of the new key that replaces a key. Both keys have the same lifetime. */
export const nextExpiry = ({
  created_at,
  expires_at,
}: Pick<ApiKey, 'created_at' | 'expires_at'>): string | null =>
  expires_at === null
    ? null
    : new Date(Date.now() + Date.parse(expires_at) - Date.parse(created_at)).toISOString()

/** The fields for the time when a new key stops working. */
export function ExpiryFields<Values extends ExpiryFormValues>({
  form: ownForm,
}: {
  form: UseFormReturnType<Values>
}) {
  const form = ownForm as unknown as UseFormReturnType<ExpiryFormValues>
  const { lifetime } = form.getValues()
  return (
    <Stack gap="md">
      <Select
        label={t('Expires')}
        description={t(
          'A key that leaks does less harm if it expires. Admins get an email before.',
        )}
        allowDeselect={false}
        data={lifetimeOptions}
        value={lifetime}
        onChange={(value) =>
          form.setFieldValue('lifetime', (value ?? 'never') as ExpiryFormValues['lifetime'])
        }
      />
      {lifetime === 'date' && (
        <TextInput
          type="date"
          label={t('Last day')}
          description={t('The key works until the end of this day, in your time zone.')}
          {...form.getInputProps('expires_at')}
        />
      )}
    </Stack>
  )
}

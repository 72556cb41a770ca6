import { Select } from '@mantine/core'
import type { Campaign } from '#web/admin-api.ts'
import { t } from '#web/i18n/common.ts'

type Tone = Campaign['tone']

interface ToneFieldProps {
  value: Tone
  unset: string
  onChange: (tone: Tone) => void
}

/**
 * An input for the form of address in texts to recipients. `unset` names the default that applies if the user
 * chooses nothing.
 */
export const ToneField = ({ value, unset, onChange }: ToneFieldProps) => (
  <Select
    label={t('Form of address')}
    description={t(
      'Formal or informal, in languages that distinguish them. Applies to pages and emails.',
    )}
    data={[
      { value: '', label: unset },
      { value: 'formal', label: t('Formal: Sie, vous, usted, u, 您') },
      { value: 'informal', label: t('Informal: du, tu, tú, je, 你') },
    ]}
    allowDeselect={false}
    value={value ?? ''}
    onChange={(next) => onChange(next === '' ? null : (next as Tone))}
  />
)

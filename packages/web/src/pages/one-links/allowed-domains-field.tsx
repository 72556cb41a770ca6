import { TagsInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/one-links.ts'

interface AllowedDomainsFieldProps {
  value: string[]
  onChange: (domains: string[]) => void
  errors: Readonly<Record<string, ReactNode>>
}

/**
 * A field for the email domains whose addresses can claim from a one-link. It shows the error of any domain.
 */
export const AllowedDomainsField = ({ value, onChange, errors }: AllowedDomainsFieldProps) => (
  <TagsInput
    label={t('Allowed email domains (optional)')}
    description={t(
      'For example larkfield.com. Only addresses in these domains can claim. Leave empty to allow any address.',
    )}
    splitChars={[',', ' ', ';']}
    acceptValueOnBlur
    value={value}
    onChange={(domains) => onChange(domains.map((domain) => domain.replace(/^@/, '').trim()))}
    error={Object.entries(errors).find(([name]) => name.startsWith('allowed_email_domains'))?.[1]}
  />
)

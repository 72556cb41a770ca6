import { Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import type { BodyAt } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import {
  PhonePreview,
  type PreviewKind,
  type PreviewScheme,
  usePreview,
} from '#web/components/layout/phone-preview.tsx'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/settings.ts'

/**
 * A preview of a gift with the branding that is not saved yet. It shows the recipient's pages and the email,
 * in light and dark.
 */
export function BrandingPreview({ color, logo }: { color: string; logo: string }) {
  const [show, setShow] = useState<PreviewKind>('page')
  const [scheme, setScheme] = useState<PreviewScheme>('light')
  const { preview, state } = usePreview(
    'branding',
    (input: BodyAt<'POST', '/account/branding-preview'>) =>
      api.post('/account/branding-preview', input),
    toPreviewInput(color, logo),
  )
  return (
    <aside aria-label={t('Preview')} style={{ flex: '0 1 22rem', minWidth: 'min(100%, 18rem)' }}>
      <Stack gap="sm">
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('Preview type')}
            value={show}
            onChange={(value) => setShow(value as PreviewKind)}
            data={[
              { value: 'page', label: t('Page') },
              { value: 'choose', label: t('Choosing') },
              { value: 'mail', label: t('Email') },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('Colour scheme of the preview')}
            value={scheme}
            onChange={(value) => setScheme(value as PreviewScheme)}
            data={[
              { value: 'light', label: t('Light') },
              { value: 'dark', label: t('Dark') },
            ]}
          />
        </Group>
        <PhonePreview
          state={state}
          show={show}
          scheme={scheme}
          placeholder={
            preview?.token === null
              ? t('Add an item to the catalogue to see a preview.')
              : t('Enter a colour such as #7a2459 to see a preview.')
          }
        />
      </Stack>
    </aside>
  )
}

/**
 * Converts the branding to the input of the preview. Returns undefined while the colour or the URL is
 * incomplete.
 */
function toPreviewInput(color: string, logo: string) {
  const isComplete =
    /^(#[0-9a-f]{6})?$/i.test(color) && (logo === '' || /^https?:\/\/[^\s/]+\.?[^\s]*$/.test(logo))
  if (!isComplete) return undefined
  return { brand_color: color === '' ? null : color, logo_url: logo === '' ? null : logo, language }
}

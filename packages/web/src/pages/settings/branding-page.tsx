import { Box, ColorInput, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, api } from '#web/api.ts'
import { ImageInput } from '#web/components/files/image-input.tsx'
import { describeContrast } from '#web/components/formats/contrast.ts'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import {
  BrandFromWebsite,
  type BrandingValues,
  type SuggestedBrand,
  SuggestedNote,
} from './brand-from-website.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import { SettingsForm } from './settings-form.tsx'
import { TextMessagesPanel } from './text-messages-panel.tsx'

const defaultColor = '#7a2459'

/** The page for the default design of emails and recipients' pages. */
export function BrandingPage() {
  const [suggested, setSuggested] = useState<SuggestedBrand>()
  return (
    <Page
      title={t('Branding')}
      about={t(
        'Used in emails and recipients’ pages unless a campaign has its own colour or logo.',
      )}
    >
      <Panel title={t('Design')}>
        <SettingsForm
          pick={({ brand_color, logo_url, sender_name }) => ({
            brand_color: brand_color ?? '',
            logo_url: logo_url ?? '',
            sender_name: sender_name ?? '',
          })}
          prepare={(values) => prepareBranding(values, suggested)}
        >
          {(form, account) => (
            <Group align="flex-start" gap="xl">
              <Box style={{ flex: '1 1 18rem' }}>
                <BrandFromWebsite
                  form={form}
                  accountName={account.name}
                  suggested={suggested}
                  onSuggested={setSuggested}
                />
                <ColorInput
                  label={t('Colour')}
                  placeholder={defaultColor}
                  format="hex"
                  eyeDropperButtonProps={{ 'aria-label': t('Pick a colour from the screen') }}
                  {...form.getInputProps('brand_color')}
                />
                <ContrastNote color={form.values.brand_color || defaultColor} />
                <SuggestedNote form={form} field="brand_color" suggested={suggested} />
                <TextInput
                  mt="md"
                  label={t('Logo')}
                  description={t(
                    'Upload a picture, or enter its https:// URL. The URL is checked when you save.',
                  )}
                  placeholder="https://…"
                  {...form.getInputProps('logo_url')}
                />
                <SuggestedNote form={form} field="logo_url" suggested={suggested} />
                <Box mt="xs">
                  <ImageInput
                    label={t('Upload a logo')}
                    sizes={['logo']}
                    onUploaded={({ logo }) => form.setFieldValue('logo_url', logo)}
                  />
                </Box>
                <TextInput
                  mt="md"
                  label={t('Sender name (optional)')}
                  description={t(
                    'In emails, added to the giver’s name: Dana Lee at Larkfield. Leave empty to use the account’s name.',
                  )}
                  {...form.getInputProps('sender_name')}
                />
                <SuggestedNote form={form} field="sender_name" suggested={suggested} />
              </Box>
              <BrandingPreview color={form.values.brand_color} logo={form.values.logo_url} />
            </Group>
          )}
        </SettingsForm>
      </Panel>
      <TextMessagesPanel />
    </Page>
  )
}

/**
 * Copies a logo that a website suggested, so that pages do not depend on it. Checks any other logo. Rejects with an error of the
 * field.
 */
async function prepareBranding(
  values: BrandingValues,
  suggested: SuggestedBrand | undefined,
): Promise<BrandingValues> {
  const { logo_url } = values
  if (logo_url === '') return values
  if (logo_url !== suggested?.values.logo_url) {
    await api.post('/account/logo-check', { logo_url })
    return values
  }
  try {
    return { ...values, logo_url: (await api.post('/pictures', { url: logo_url })).url }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const errors = error.errors.map((each) => ({ ...each, param: 'logo_url' }))
    throw new ApiError(error.status, errors)
  }
}

/** A note about the text colour on the brand colour, and about its contrast. */
function ContrastNote({ color }: { color: string }) {
  const note = describeContrast(color)
  return note === undefined ? null : (
    <Text size="sm" mt={6} c="dimmed" role="status">
      {note}
    </Text>
  )
}

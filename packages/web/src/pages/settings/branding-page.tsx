import { Box, ColorInput, Group, Text, TextInput } from '@mantine/core'
import { api } from '#web/api.ts'
import { ImageInput } from '#web/components/files/image-input.tsx'
import { describeContrast } from '#web/components/formats/contrast.ts'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { BrandingPreview } from './branding-preview.tsx'
import { SettingsForm } from './settings-form.tsx'
import { TextMessagesPanel } from './text-messages-panel.tsx'

const defaultColor = '#7a2459'

/** The page for the default design of emails and recipients' pages. */
export function BrandingPage() {
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
          validate={({ logo_url }) =>
            logo_url === '' ? undefined : api.post('/account/logo-check', { logo_url })
          }
        >
          {(form) => (
            <Group align="flex-start" gap="xl">
              <Box style={{ flex: '1 1 18rem' }}>
                <ColorInput
                  label={t('Colour')}
                  placeholder={defaultColor}
                  format="hex"
                  eyeDropperButtonProps={{ 'aria-label': t('Pick a colour from the screen') }}
                  {...form.getInputProps('brand_color')}
                />
                <ContrastNote color={form.values.brand_color || defaultColor} />
                <TextInput
                  mt="md"
                  label={t('Logo')}
                  description={t(
                    'Upload a picture, or enter its https:// URL. The URL is checked when you save.',
                  )}
                  placeholder="https://…"
                  {...form.getInputProps('logo_url')}
                />
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

/** A note about the text colour on the brand colour, and about its contrast. */
function ContrastNote({ color }: { color: string }) {
  const note = describeContrast(color)
  return note === undefined ? null : (
    <Text size="sm" mt={6} c="dimmed" role="status">
      {note}
    </Text>
  )
}

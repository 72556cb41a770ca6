import { Box, ColorInput, Group, Text, TextInput } from '@mantine/core'
import { contrast } from '#web/blocks/contrast.ts'
import { Page, Panel } from '#web/blocks/page.tsx'
import { SettingsForm } from './settings-form.tsx'

const usual = '#7a2459'

/** How mails and recipients' pages look where their campaign does not say otherwise. */
export function Branding() {
  return (
    <Page
      title="Branding"
      about="For mails and recipients’ pages, wherever a campaign has no colour or logo of its own."
    >
      <Panel title="Look">
        <SettingsForm
          pick={({ brand_color, logo_url, sender_name }) => ({
            brand_color: brand_color ?? '',
            logo_url: logo_url ?? '',
            sender_name: sender_name ?? '',
          })}
        >
          {(form) => (
            <Group align="flex-start" gap="xl">
              <Box style={{ flex: '1 1 18rem' }}>
                <ColorInput
                  label="Colour"
                  placeholder={usual}
                  format="hex"
                  eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
                  {...form.getInputProps('brand_color')}
                />
                <ContrastNote color={form.values.brand_color || usual} />
                <TextInput
                  mt="md"
                  label="Logo"
                  description="An address of a picture, with https://"
                  placeholder="https://…"
                  {...form.getInputProps('logo_url')}
                />
                <TextInput
                  mt="md"
                  label="Mails are from"
                  description="Beside the name of whoever gives. Left empty: theirs alone"
                  {...form.getInputProps('sender_name')}
                />
              </Box>
              <Preview color={form.values.brand_color || usual} name={form.values.sender_name} />
            </Group>
          )}
        </SettingsForm>
      </Panel>
    </Page>
  )
}

/** Light colours are made darker where text stands on them; one should know. */
function ContrastNote({ color }: { color: string }) {
  const ratio = contrast(color, '#ffffff')
  if (ratio === undefined) return null
  return (
    <Text size="sm" mt={6} c="dimmed" role="status">
      {ratio >= 4.5
        ? `White text on it has a contrast of ${ratio.toFixed(1)} to 1: good.`
        : `White text on it has a contrast of ${ratio.toFixed(1)} to 1: buttons are made darker until it is 4.5.`}
    </Text>
  )
}

function Preview({ color, name }: { color: string; name: string }) {
  const isColor = /^#[0-9a-f]{6}$/i.test(color)
  return (
    <Box w={260} className="panel" style={{ overflow: 'hidden' }} aria-label="Preview" role="img">
      <Box h={8} style={{ background: isColor ? color : usual }} />
      <Box p="md">
        <Text size="xs" c="dimmed">
          {name || 'Your account'}
        </Text>
        <Text fw={650} my={6}>
          A gift for you
        </Text>
        <Box p="xs" style={{ background: 'var(--mantine-color-default-hover)', borderRadius: 8 }}>
          <Text size="xs">Thank you for everything this year.</Text>
        </Box>
        <Box
          mt="sm"
          py={8}
          ta="center"
          c="white"
          style={{ background: isColor ? color : usual, borderRadius: 8 }}
        >
          <Text size="sm" fw={600}>
            Unwrap
          </Text>
        </Box>
      </Box>
    </Box>
  )
}

import './catalogue.css'
import { ActionIcon, Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { Choice } from '#web/blocks/choice.tsx'
import { Form } from '#web/blocks/form.tsx'
import { Page, Panel } from '#web/blocks/page.tsx'
import { PictureInput } from '#web/blocks/picture-input.tsx'
import { Sortable } from '#web/blocks/sortable.tsx'
import { DetailError, PageSkeleton } from '#web/blocks/states.tsx'
import { toast } from '#web/blocks/toast.tsx'
import { pathOf } from '#web/screens/gifts/items.tsx'
import { type Image, type ProductInFull, useProductToEdit } from './product.ts'

interface DraftVariant {
  /** Of this page alone, so that a row stays itself. */
  key: string
  id?: string
  sku: string
  name: string
  images: Image[]
}

interface Draft extends Record<string, unknown> {
  name: string
  description: string
  kind: 'physical' | 'digital'
  images: Image[]
  variants: DraftVariant[]
}

const freshVariant = (): DraftVariant => ({
  key: crypto.randomUUID(),
  sku: '',
  name: '',
  images: [],
})

/** The server knows no keys. */
const wire = ({ variants, ...draft }: Draft) => ({
  ...draft,
  variants: variants.map(({ key: _, ...variant }) => variant),
})

export function NewProduct() {
  const done = useDone()
  return (
    <Page title="New product">
      <Form<Draft, ProductInFull>
        isLong
        initial={{
          name: '',
          description: '',
          kind: 'physical',
          images: [],
          variants: [freshVariant()],
        }}
        send={(draft) => api.post<ProductInFull>('/catalogue/products', wire(draft))}
        onDone={done}
        verb="Add the product"
      >
        {(form) => <Fields form={form} isNew />}
      </Form>
    </Page>
  )
}

export function EditProduct() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useProductToEdit(id)
  const done = useDone()
  if (error !== null && data === undefined)
    return (
      <DetailError
        error={error}
        retry={() => void refetch()}
        noun="Product"
        list={['the catalogue', '/catalogue']}
      />
    )
  if (data === undefined) return <PageSkeleton />
  const put = (draft: Draft, tag?: string) =>
    api.put<ProductInFull>(`/catalogue/products/${id}`, wire(draft), tag)
  return (
    <Page title={`Edit ${data.value.name}`}>
      <Form<Draft, ProductInFull>
        key={data.tag}
        isLong
        initial={draftOf(data.value)}
        send={(draft) => put(draft, data.tag)}
        conflict={{
          id,
          latest: async () => draftOf(await api.get<ProductInFull>(`/catalogue/products/${id}`)),
          reload: () => void refetch(),
          overwrite: (draft) => put(draft),
        }}
        onDone={done}
        verb="Save"
      >
        {(form) => <Fields form={form} isNew={false} />}
      </Form>
    </Page>
  )
}

const draftOf = ({ name, description, kind, images, variants }: ProductInFull): Draft => ({
  name,
  description,
  kind,
  images,
  variants: variants.map(({ id, sku, name, images }) => ({ key: id, id, sku, name, images })),
})

function useDone() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async ({ id, name }: ProductInFull) => {
    await client.invalidateQueries({ queryKey: ['list', '/catalogue/products'] })
    await client.invalidateQueries({ queryKey: ['product', id] })
    await client.invalidateQueries({ queryKey: ['campaign-choices'] })
    toast(`“${name}” is saved.`)
    await navigate({ to: '/catalogue/$id', params: { id } })
  }
}

type DraftForm = UseFormReturnType<Draft>

const Fields = ({ form, isNew }: { form: DraftForm; isNew: boolean }) => (
  <Stack gap="lg" maw={820}>
    <Panel title="What it is">
      <Stack>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <Textarea
          label="Description (optional)"
          description="People read it where they choose."
          autosize
          minRows={3}
          {...form.getInputProps('description')}
        />
        {isNew && (
          <Choice
            label="Kind"
            data={[
              { value: 'physical', label: 'Posted' },
              { value: 'digital', label: 'Digital' },
            ]}
            {...form.getInputProps('kind')}
          />
        )}
      </Stack>
    </Panel>
    <Panel title="Pictures" about="The first one stands for the product. They are cut to squares.">
      <Stack>
        <Pictures form={form} />
        <AddPicture
          label="Add a picture"
          add={(image) => form.setFieldValue('images', [...form.values.images, image])}
        />
      </Stack>
    </Panel>
    <Panel title="Variants" about="Sizes, colours, or just one. People see them in this order.">
      <Variants form={form} />
    </Panel>
  </Stack>
)

const AddPicture = ({ label, add }: { label: string; add: (image: Image) => void }) => (
  <PictureInput
    label={label}
    sizes={['thumbnail', 'large', 'large_wide']}
    onMade={(urls, name) => add({ name, url: urls.large, urls })}
  />
)

function Pictures({ form }: { form: DraftForm }) {
  const { images } = form.values
  if (images.length === 0) return null
  return (
    <Sortable<Image>
      label="Pictures"
      items={images}
      keyOf={({ url }) => url}
      nameOf={({ name }) => name}
      change={(next) => form.setFieldValue('images', next)}
      render={(image) => (
        <>
          <img className="tiny" src={pathOf(image.urls.thumbnail)} alt="" />
          <Text size="sm" style={{ flex: 1, minWidth: 0 }} truncate>
            {image.name}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove the picture ${image.name}`}
            onClick={() =>
              form.setFieldValue(
                'images',
                images.filter(({ url }) => url !== image.url),
              )
            }
          >
            <IconX size={16} />
          </ActionIcon>
        </>
      )}
    />
  )
}

function Variants({ form }: { form: DraftForm }) {
  const { variants } = form.values
  const set = (next: DraftVariant[]) => form.setFieldValue('variants', next)
  return (
    <Stack>
      <Sortable<DraftVariant>
        label="Variants"
        items={variants}
        keyOf={({ key }) => key}
        nameOf={({ name, sku }) => name || sku || 'a new variant'}
        change={set}
        render={(variant) => (
          <VariantFields
            form={form}
            at={variants.indexOf(variant)}
            remove={
              variant.id === undefined && variants.length > 1
                ? () => set(variants.filter(({ key }) => key !== variant.key))
                : undefined
            }
          />
        )}
      />
      {form.errors.variants !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors.variants}
        </Text>
      )}
      <Button
        variant="default"
        size="sm"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => set([...variants, freshVariant()])}
      >
        Another variant
      </Button>
    </Stack>
  )
}

function VariantFields({
  form,
  at,
  remove,
}: {
  form: DraftForm
  at: number
  remove: (() => void) | undefined
}) {
  const variant = form.values.variants[at]
  const picture = variant?.images[0]
  return (
    <>
      {picture !== undefined && (
        <img className="tiny" src={pathOf(picture.urls.thumbnail)} alt="" />
      )}
      <div className="variant">
        <TextInput
          size="sm"
          aria-label={`Name of variant ${at + 1}`}
          placeholder="Name, such as Sage"
          {...form.getInputProps(`variants.${at}.name`)}
        />
        <TextInput
          size="sm"
          aria-label={`SKU of variant ${at + 1}`}
          placeholder="SKU"
          {...form.getInputProps(`variants.${at}.sku`)}
        />
        {picture === undefined ? (
          <AddPicture
            label="Picture"
            add={(image) => form.setFieldValue(`variants.${at}.images`, [image])}
          />
        ) : (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`No picture for variant ${at + 1}`}
            onClick={() => form.setFieldValue(`variants.${at}.images`, [])}
          >
            No picture
          </Button>
        )}
      </div>
      {remove !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove variant ${at + 1}`}
          onClick={remove}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </>
  )
}

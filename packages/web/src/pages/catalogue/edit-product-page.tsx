import { t } from '#web/i18n/catalogue.ts'
import './catalogue.css'
import { ActionIcon, Button, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Image, Product } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { ImageInput } from '#web/components/files/image-input.tsx'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { DestinationFields } from '#web/components/forms/destination-fields.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { SegmentedField } from '#web/components/forms/segmented-field.tsx'
import { Sortable } from '#web/components/forms/sortable.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { useEditable } from '#web/use-editable.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { CharityFields, DonationFields } from './donation-fields.tsx'
import { IngredientsFields } from './ingredients-fields.tsx'
import { PictureByUrl } from './picture-by-url.tsx'
import {
  createEmptyProduct,
  createEmptyVariant,
  type ProductFormValues,
  toFormValues,
  toRequestBody,
  type VariantFormValues,
} from './product-form.ts'
import { ProductTranslations } from './product-translations.tsx'
import { hasShippingError, ShippingFields } from './shipping-fields.tsx'
import { SizeGuideFields } from './size-guide-fields.tsx'
import { UnitCostFields } from './unit-cost-fields.tsx'

export function NewProductPage() {
  const onSaved = useOnSaved()
  return (
    <Page title={t('New product')}>
      <Form<ProductFormValues, Product>
        isLong
        maxWidth={820}
        initial={createEmptyProduct()}
        onSubmit={(values) =>
          api.post('/products', { kind: values.kind, ...toRequestBody(values) })
        }
        onDone={onSaved}
        submitLabel={t('Create product')}
      >
        {(form) => <ProductFields form={form} isNew />}
      </Form>
    </Page>
  )
}

export function EditProductPage() {
  const id = useRouteId()
  const query = useEditable(`/products/${id}`)
  const { data, refetch } = query
  const onSaved = useOnSaved()
  if (data === undefined)
    return <DetailPlaceholder query={query} noun={t('Product')} list="/catalogue" />
  const save = (values: ProductFormValues, etag?: string) =>
    api.patch(`/products/${id}`, toRequestBody(values), etag)
  return (
    <Page title={t('Edit {name}', { name: data.value.name })}>
      <Form<ProductFormValues, Product>
        key={data.etag}
        isLong
        maxWidth={820}
        initial={toFormValues(data.value)}
        onSubmit={(values) => save(values, data.etag)}
        conflict={{
          id,
          fetchLatest: async () => toFormValues(await api.get(`/products/${id}`)),
          reload: () => void refetch(),
          overwrite: (values) => save(values),
        }}
        onDone={onSaved}
        submitLabel={t('Save changes')}
      >
        {(form) => <ProductFields form={form} isNew={false} />}
      </Form>
    </Page>
  )
}

function useOnSaved() {
  const navigate = useNavigate()
  return async ({ id, name }: Product) => {
    toast(t('“{name}” saved.', { name }))
    await navigate({ to: '/catalogue/$id', params: { id } })
  }
}

type ProductForm = UseFormReturnType<ProductFormValues>

const ProductFields = ({ form, isNew }: { form: ProductForm; isNew: boolean }) => (
  <Stack gap="lg">
    <Panel title={t('Basics')}>
      <Stack>
        <TextInput
          label={form.values.kind === 'donation' ? t('Name of the charity') : t('Name')}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('Description (optional)')}
          description={t('Recipients see this when they choose.')}
          autosize
          minRows={3}
          {...form.getInputProps('description')}
        />
        {isNew && (
          <SegmentedField
            label={t('Kind')}
            data={[
              { value: 'physical', label: t('Physical') },
              { value: 'digital', label: t('Digital') },
              { value: 'donation', label: t('Donation') },
            ]}
            {...form.getInputProps('kind')}
          />
        )}
        {form.values.kind === 'donation' && <CharityFields form={form} />}
      </Stack>
    </Panel>
    <Panel
      title={t('Pictures')}
      about={t('The first picture represents the product. Pictures are cropped to squares.')}
    >
      <Stack>
        <ImagesField form={form} />
        <AddImage
          label={t('Add picture')}
          onAdd={(image) => form.setFieldValue('images', [...form.values.images, image])}
        />
        <PictureByUrl
          onAdd={(image) => form.setFieldValue('images', [...form.values.images, image])}
        />
      </Stack>
    </Panel>
    {form.values.kind === 'physical' && (
      <>
        <Panel
          title={t('Size guide')}
          about={t('Recipients can open it before they choose a size.')}
        >
          <SizeGuideFields form={form} />
        </Panel>
        <Panel
          title={t('Ingredients and allergens')}
          about={t('For food and cosmetics. Recipients can read them before they choose.')}
        >
          <IngredientsFields form={form} />
        </Panel>
      </>
    )}
    <Panel
      title={t('Who can get it')}
      about={t('Recipients elsewhere see the product as not available, with the reason.')}
    >
      <Stack>
        <DestinationFields
          mode={form.values.destination_mode}
          destinations={form.values.destinations}
          onChange={(destination_mode, destinations) => {
            form.setFieldValue('destination_mode', destination_mode)
            form.setFieldValue('destinations', destinations)
            form.clearFieldError('destinations')
          }}
          error={form.errors.destinations}
        />
        <NumberInput
          label={t('Minimum age (optional)')}
          description={
            form.values.kind === 'physical'
              ? t('Recipients confirm their age, and an adult signs for the parcel.')
              : t('Recipients confirm their age.')
          }
          min={1}
          max={99}
          maw={240}
          allowDecimal={false}
          {...form.getInputProps('minimum_age')}
        />
      </Stack>
    </Panel>
    <Panel
      title={t('Variants')}
      about={
        form.values.kind === 'donation'
          ? t(
              'One amount each, or a single one. Recipients see the name and the amount, in this order.',
            )
          : t('Sizes or colours, or a single variant. Recipients see them in this order.')
      }
    >
      <VariantsField form={form} />
    </Panel>
    <Panel
      title={t('Translations')}
      about={t(
        'Recipients read these texts if they use the language. A text that is missing appears as above.',
      )}
    >
      <ProductTranslations form={form} />
    </Panel>
  </Stack>
)

const AddImage = ({ label, onAdd }: { label: string; onAdd: (image: Image) => void }) => (
  <ImageInput
    label={label}
    sizes={['thumbnail', 'large', 'large_wide']}
    onUploaded={(urls, name) => onAdd({ name, url: urls.large, urls })}
  />
)

function ImagesField({ form }: { form: ProductForm }) {
  const { images } = form.values
  if (images.length === 0) return null
  return (
    <Sortable<Image>
      label={t('Pictures')}
      items={images}
      getKey={({ url }) => url}
      getLabel={({ name }) => name}
      onChange={(next) => form.setFieldValue('images', next)}
      renderItem={(image) => (
        <>
          <img className="tiny" src={toRelativeUrl(image.urls.thumbnail)} alt="" />
          <TextInput
            size="sm"
            style={{ flex: 1, minWidth: 0 }}
            aria-label={t('Description of picture {number}', { number: images.indexOf(image) + 1 })}
            placeholder={t('What the picture shows, for screen readers')}
            maxLength={255}
            {...form.getInputProps(`images.${images.indexOf(image)}.name`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Remove the picture {name}', { name: image.name })}
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

function VariantsField({ form }: { form: ProductForm }) {
  const { variants } = form.values
  const set = (next: VariantFormValues[]) => form.setFieldValue('variants', next)
  return (
    <Stack>
      <Sortable<VariantFormValues>
        label={t('Variants')}
        items={variants}
        getKey={({ key }) => key}
        getLabel={({ name, sku }) => name || sku || t('New variant')}
        onChange={set}
        renderItem={(variant) => (
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
        onClick={() => set([...variants, createEmptyVariant()])}
      >
        {t('Add variant')}
      </Button>
    </Stack>
  )
}

interface VariantFieldsProps {
  form: ProductForm
  at: number
  remove: (() => void) | undefined
}

function VariantFields({ form, at, remove }: VariantFieldsProps) {
  const variant = form.values.variants[at]
  const image = variant?.images[0]
  return (
    <>
      {image !== undefined && (
        <img className="tiny" src={toRelativeUrl(image.urls.thumbnail)} alt="" />
      )}
      <div className="variant">
        <TextInput
          size="sm"
          label={t('Name')}
          aria-label={t('Name of variant {number}', { number: at + 1 })}
          placeholder={t('For example Sage')}
          {...form.getInputProps(`variants.${at}.name`)}
        />
        <TextInput
          size="sm"
          label="SKU"
          aria-label={t('SKU of variant {number}', { number: at + 1 })}
          {...form.getInputProps(`variants.${at}.sku`)}
        />
        {image === undefined ? (
          <AddImage
            label={t('Picture')}
            onAdd={(image) => form.setFieldValue(`variants.${at}.images`, [image])}
          />
        ) : (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('Remove picture of variant {number}', { number: at + 1 })}
            onClick={() => form.setFieldValue(`variants.${at}.images`, [])}
          >
            {t('Remove picture')}
          </Button>
        )}
        {form.values.kind === 'digital' && <DeliveryFields form={form} at={at} />}
        {form.values.kind === 'donation' && <DonationFields form={form} at={at} />}
        {form.values.kind !== 'donation' && <UnitCostFields form={form} at={at} />}
        {form.values.kind === 'physical' && (
          <details className="shipping" open={hasShippingError(form, at)}>
            <summary>{t('Weight, size and customs')}</summary>
            <ShippingFields form={form} at={at} />
          </details>
        )}
      </div>
      {remove !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Remove variant {number}', { number: at + 1 })}
          onClick={remove}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </>
  )
}

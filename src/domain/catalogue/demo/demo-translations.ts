import type { ItemTranslation } from '../translations.ts'

type DemoLanguage = 'de' | 'fr' | 'ar'

/** The translations of some demo products, and of their variants by SKU. */
export const demoTranslations: readonly {
  skus: Readonly<Record<string, Readonly<Record<DemoLanguage, string>>>>
  product: Readonly<Record<DemoLanguage, ItemTranslation>>
}[] = [
  {
    product: {
      de: {
        name: 'Steingutbecher',
        description:
          'In Portugal von Hand gedreht und glasiert, deshalb gleicht keiner ganz dem anderen. Er fasst 350 ml und darf in die Spülmaschine.',
      },
      fr: {
        name: 'Mug en grès',
        description:
          'Tourné et émaillé à la main au Portugal : aucun n’est tout à fait pareil. Il contient 35 cl et passe au lave-vaisselle.',
      },
      ar: {
        name: 'كوب من الخزف الحجري',
        description:
          'مشكّل ومزجّج يدويًا في البرتغال، فلا يتشابه كوبان تمامًا. سعته 350 مل ويمكن غسله في غسالة الأطباق.',
      },
    },
    skus: {
      'MUG-SAGE': {
        de: 'Steingutbecher, Salbei',
        fr: 'Mug en grès, sauge',
        ar: 'كوب من الخزف الحجري، أخضر مريمي',
      },
      'MUG-ROSE': {
        de: 'Steingutbecher, Rosé',
        fr: 'Mug en grès, rose',
        ar: 'كوب من الخزف الحجري، وردي',
      },
      'MUG-INDIGO': {
        de: 'Steingutbecher, Indigo',
        fr: 'Mug en grès, indigo',
        ar: 'كوب من الخزف الحجري، نيلي',
      },
    },
  },
  {
    product: {
      de: {
        name: 'Leinennotizbuch',
        description:
          '192 gepunktete Seiten aus glattem 100-g-Papier in einem gewebten Leineneinband. Es bleibt flach aufgeschlagen.',
      },
      fr: {
        name: 'Carnet en lin',
        description:
          '192 pages pointillées en papier lisse de 100 g, sous une couverture en lin tissé. Il reste ouvert bien à plat.',
      },
      ar: {
        name: 'دفتر بغلاف من الكتّان',
        description:
          '192 صفحة منقّطة من ورق أملس بوزن 100 غرام، بغلاف من الكتّان المنسوج، ويبقى مفتوحًا على الطاولة.',
      },
    },
    skus: {
      'NOTEBOOK-INK': {
        de: 'Leinennotizbuch, tintenblau',
        fr: 'Carnet en lin, bleu encre',
        ar: 'دفتر بغلاف من الكتّان، أزرق حبري',
      },
      'NOTEBOOK-CLAY': {
        de: 'Leinennotizbuch, tonfarben',
        fr: 'Carnet en lin, argile',
        ar: 'دفتر بغلاف من الكتّان، طيني',
      },
      'NOTEBOOK-MOSS': {
        de: 'Leinennotizbuch, moosgrün',
        fr: 'Carnet en lin, mousse',
        ar: 'دفتر بغلاف من الكتّان، أخضر طحلبي',
      },
    },
  },
  {
    product: {
      de: {
        name: 'Teesortiment',
        description:
          'Drei Dosen loser Tee für sechzig Tassen: ein belebendes Trio für den Morgen oder ein ruhiges ohne Koffein für den Abend.',
      },
      fr: {
        name: 'Coffret de thés',
        description:
          'Trois boîtes de thé en vrac, de quoi préparer soixante tasses : un trio tonique pour le matin, ou un trio sans théine pour le soir.',
      },
      ar: {
        name: 'تشكيلة شاي',
        description:
          'ثلاث علب من الشاي السائب تكفي ستين كوبًا: مجموعة منعشة للصباح، أو مجموعة هادئة بلا كافيين للمساء.',
      },
    },
    skus: {
      'TEA-MORNING': {
        de: 'Teesortiment für den Morgen',
        fr: 'Coffret de thés du matin',
        ar: 'تشكيلة شاي للصباح',
      },
      'TEA-EVENING': {
        de: 'Teesortiment für den Abend',
        fr: 'Coffret de thés du soir',
        ar: 'تشكيلة شاي للمساء',
      },
    },
  },
  {
    product: {
      de: {
        name: 'Pilea im Topf',
        description:
          'Eine genügsame Pflanze, die ein helles Fenster mag und einmal in der Woche Wasser. Sie reist in ihrem Keramiktopf und kommt aufrecht an.',
      },
      fr: {
        name: 'Pilea en pot',
        description:
          'Une plante facile, qui aime la lumière et un peu d’eau chaque semaine. Elle voyage dans son pot en céramique et arrive bien droite.',
      },
      ar: {
        name: 'نبتة بيليا في أصيص',
        description:
          'نبتة سهلة العناية تحب النافذة المضيئة والماء مرة في الأسبوع، وتصل منتصبة في أصيصها الخزفي.',
      },
    },
    skus: {
      'PILEA-TERRACOTTA': {
        de: 'Pilea im Terrakottatopf',
        fr: 'Pilea en pot de terre cuite',
        ar: 'نبتة بيليا في أصيص من الطين',
      },
      'PILEA-WHITE': {
        de: 'Pilea im weißen Topf',
        fr: 'Pilea en pot blanc',
        ar: 'نبتة بيليا في أصيص أبيض',
      },
    },
  },
]

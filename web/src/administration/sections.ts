import type { Ability } from '@vault/contract';
import type { ComponentType } from 'react';
import { preloadable } from '../kit/index.ts';
import { sectionTexts } from './texts.ts';

interface Section {
  /** position in the tab bar, from 1 */
  key: number;
  /** the value of `section` in the address */
  name: string;
  label: string;
  /** the right that the section needs */
  needs: Ability;
  /** a section about one item, which has a tab only while it is open */
  isOfItem?: true;
  Panel: ComponentType;
}

/** DESK-01: the sections of the administration, in order; each is loaded when it is first shown. */
export const SECTIONS: readonly Section[] = [
  {
    key: 1,
    name: 'people',
    label: sectionTexts.people,
    needs: 'admin',
    Panel: preloadable(async () => (await import('./people/people-section.tsx')).PeopleSection),
  },
  {
    key: 2,
    name: 'activity',
    label: sectionTexts.activity,
    needs: 'audit',
    Panel: preloadable(async () => (await import('./activity/activity-section.tsx')).ActivitySection),
  },
  {
    key: 3,
    name: 'holds',
    label: sectionTexts.holds,
    needs: 'audit',
    Panel: preloadable(async () => (await import('./holds/holds-section.tsx')).HoldsSection),
  },
  {
    key: 4,
    name: 'exposure',
    label: sectionTexts.exposure,
    needs: 'audit',
    isOfItem: true,
    Panel: preloadable(async () => (await import('./exposure/exposure-section.tsx')).ExposureSection),
  },
];

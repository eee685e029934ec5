import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { layerElement } from './layers.ts';
import styles from './docked.module.css';

let dock: HTMLElement | undefined;

/** Returns the element in the bottom right corner that shows background work. It is created on first use. */
function dockElement(): HTMLElement {
  const layers = layerElement();
  if (dock?.parentElement !== layers) {
    dock = document.createElement('div');
    dock.className = styles['dock'];
    layers.append(dock);
  }
  return dock;
}

/** A card in the bottom right corner; several cards are stacked. */
export function Docked({ label, children }: { label: string; children: ReactNode }) {
  return createPortal(
    <section className={styles['card']} aria-label={label}>
      {children}
    </section>,
    dockElement(),
  );
}

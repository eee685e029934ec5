import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../kit/base.css';
import { LinkPage } from './link-page.tsx';
import { linkAddressOf } from './visit/link-address.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <LinkPage address={linkAddressOf(location.pathname)} />
  </StrictMode>,
);

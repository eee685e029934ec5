import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Portal } from './portal.tsx';
import './portal.css';

const root = document.querySelector('#portal');
if (root === null) throw new Error('The page has no #portal');
createRoot(root).render(
  <StrictMode>
    <Portal />
  </StrictMode>,
);

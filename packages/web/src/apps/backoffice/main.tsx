// The back office: an app separate from the customers' one.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';
import { OfficeProviders } from './layout/office-providers.tsx';
import { Office } from './office.tsx';
import { StaffGate } from './staff/staff-gate.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <OfficeProviders>
      <BrowserRouter>
        <StaffGate>
          <Routes>
            <Route path="/backoffice/*" element={<Office />} />
          </Routes>
        </StaffGate>
      </BrowserRouter>
    </OfficeProviders>
  </StrictMode>,
);

//! The window: which way of drawing, and what to say when there is none.

use std::{
    cell::RefCell,
    io,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    thread,
};

use anyhow::anyhow;
use eframe::{
    NativeOptions, Renderer,
    egui_wgpu::wgpu::{Backends, DeviceType, Instance, InstanceDescriptor},
};

use crate::{
    Options, Shell,
    cli::{RendererChoice, WindowOptions},
    headless,
    standard::Standard,
};

/// Shows the window until it is closed; returns the process's exit code.
///
/// # Errors
///
/// When there is no display, or none of the allowed renderers starts on it.
pub fn run(options: WindowOptions, standard: Standard) -> anyhow::Result<u8> {
    let renderers = renderers(options.renderer);
    // Taken by the first window that really opens.
    let options = Rc::new(RefCell::new(Some(Options::new(options, standard)?)));
    let exit = Arc::new(AtomicU8::new(0));
    let mut failures = Vec::new();
    for renderer in renderers {
        let (options, exit_code) = (Rc::clone(&options), Arc::clone(&exit));
        let creator: eframe::AppCreator<'_> = Box::new(move |cx| {
            let options = options.borrow_mut().take().ok_or("the window was already made once")?;
            close_on_signal(&cx.egui_ctx, Arc::clone(&exit_code))?;
            Ok(Box::new(Shell::new(&cx.egui_ctx, options)?.with_exit(exit_code)))
        });
        match eframe::run_native("cyb-term", native_options(renderer), creator) {
            Ok(()) => return Ok(exit.load(Ordering::SeqCst)),
            // Without a display no renderer can help.
            Err(eframe::Error::WinitEventLoop(error)) => return Err(no_display(&error.to_string())),
            Err(error) => failures.push(format!("{renderer}: {error}")),
        }
    }
    Err(anyhow!("cannot open a window ({})", failures.join("; ")))
}

/// A request to end closes the window, so that the session ends its children and the recording is whole.
fn close_on_signal(ctx: &egui::Context, exit: Arc<AtomicU8>) -> io::Result<()> {
    let (ctx, signals) = (ctx.clone(), headless::signals()?);
    thread::Builder::new().name("cyb-close".into()).spawn(move || {
        for signal in signals {
            exit.store(128 | (signal & 0x7F) as u8, Ordering::SeqCst);
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            ctx.request_repaint();
        }
    })?;
    Ok(())
}

fn no_display(error: &str) -> anyhow::Error {
    let named = |name| {
        std::env::var(name).ok().filter(|value| !value.is_empty()).map(|value| format!("{name}={value}"))
    };
    let displays: Vec<String> = ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().filter_map(named).collect();
    let why = if cfg!(target_os = "linux") && displays.is_empty() {
        "neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned()
    } else {
        // The library's message begins with the place in its own source.
        let reason = error.rsplit(": ").next().unwrap_or(error);
        format!("{reason} ({})", displays.join(", "))
    };
    anyhow!(
        "no display: {why}. Without one, `cyb-term run -c CODE` runs a command and writes its output as frames"
    )
}

fn native_options(renderer: Renderer) -> NativeOptions {
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("cyb-term")
        .with_title("cyb-term")
        .with_inner_size([1180.0, 800.0])
        .with_min_inner_size([480.0, 320.0]);
    NativeOptions { viewport, renderer, system_font_fallback: true, ..NativeOptions::default() }
}

/// The renderers to try, best first.
fn renderers(choice: RendererChoice) -> Vec<Renderer> {
    match choice {
        RendererChoice::Wgpu => vec![Renderer::Wgpu],
        RendererChoice::Glow => vec![Renderer::Glow],
        RendererChoice::Auto if has_graphics_card() => vec![Renderer::Wgpu, Renderer::Glow],
        // Where the processor draws, plain OpenGL is about five times faster.
        RendererChoice::Auto => vec![Renderer::Glow, Renderer::Wgpu],
    }
}

fn has_graphics_card() -> bool {
    let instance = Instance::new(InstanceDescriptor::new_without_display_handle());
    let adapters = pollster::block_on(instance.enumerate_adapters(Backends::PRIMARY));
    adapters.iter().any(|adapter| {
        matches!(
            adapter.get_info().device_type,
            DeviceType::DiscreteGpu | DeviceType::IntegratedGpu | DeviceType::VirtualGpu
        )
    })
}

# The files of an installation that the driver itself generates: completions for shells, and manual pages. It is run
# during the build, so that both match its options.
set(OSACA_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)

function(osaca_generate_completions)
  set(outputs)
  foreach(pair IN ITEMS bash=osaca zsh=_osaca fish=osaca.fish)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 shell)
    list(GET pair 1 name)
    set(output ${OSACA_GENERATED_DIR}/${shell}/${name})
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${OSACA_GENERATED_DIR}/${shell}
      COMMAND osaca completion ${shell} --out ${output}
      DEPENDS osaca COMMENT "Writing the completion for ${shell}" VERBATIM)
    list(APPEND outputs ${output})
  endforeach()
  add_custom_target(osaca_completions ALL DEPENDS ${outputs})
endfunction()

# The pages of the commands that are built into `osaca`, and of those whose programs are built here.
function(osaca_generate_manual_pages)
  set(commands analyze annotated blocks capture config diff doctor instruction lsp models report rules show)
  foreach(pair IN ITEMS osaca-measure=measure osaca-measure=model osaca-scan=scan)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 program)
    list(GET pair 1 command)
    if(TARGET ${program})
      list(APPEND commands ${command})
    endif()
  endforeach()
  find_program(OSACA_GZIP gzip)
  mark_as_advanced(OSACA_GZIP)
  set(outputs)
  foreach(command IN ITEMS "" LISTS commands)
    set(page ${OSACA_GENERATED_DIR}/man/osaca-${command}.1)
    set(depends osaca)
    if(command STREQUAL "")
      set(page ${OSACA_GENERATED_DIR}/man/osaca.1)
    elseif(command MATCHES "^(measure|model)$")
      list(APPEND depends osaca-measure)
    elseif(command STREQUAL "scan")
      list(APPEND depends osaca-scan)
    endif()
    set(output ${page})
    set(compress)
    if(OSACA_GZIP)
      set(output ${page}.gz)
      set(compress COMMAND ${OSACA_GZIP} -9 -n -f ${page}) # -n: without a time stamp
    endif()
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${OSACA_GENERATED_DIR}/man
      COMMAND osaca manpage ${command} --out ${page}
      ${compress}
      DEPENDS ${depends} COMMENT "Writing the manual page of osaca ${command}" VERBATIM)
    list(APPEND outputs ${output})
  endforeach()
  add_custom_target(osaca_manual_pages ALL DEPENDS ${outputs})
  set_property(GLOBAL PROPERTY OSACA_MANUAL_PAGES ${outputs})
endfunction()

if(TARGET osaca AND NOT CMAKE_CROSSCOMPILING)
  osaca_generate_completions()
  osaca_generate_manual_pages()
  get_property(pages GLOBAL PROPERTY OSACA_MANUAL_PAGES)
  # OPTIONAL: files that were not built are left out.
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT osaca OPTIONAL)
  install(FILES ${OSACA_GENERATED_DIR}/bash/osaca DESTINATION share/bash-completion/completions COMPONENT osaca OPTIONAL)
  install(FILES ${OSACA_GENERATED_DIR}/zsh/_osaca DESTINATION share/zsh/site-functions COMPONENT osaca OPTIONAL)
  install(FILES ${OSACA_GENERATED_DIR}/fish/osaca.fish DESTINATION share/fish/vendor_completions.d COMPONENT osaca OPTIONAL)
endif()
